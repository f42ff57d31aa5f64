# patch.sh, run in Planet-Wars/src: constants become options "--name value" of the contest's build (without -DDEBUG)
sed -i '/cost.delay_scale/a\
        double_config_["cost.range_scale"] = 1.0;\
        double_config_["neutral.growth_scale"] = 1.0;\
        double_config_["neutral.distance_scale"] = 1.0;\
        int_config_["neutral.margin"] = 0;\
        double_config_["antirage.scale"] = 1.0;\
        int_config_["eval.days"] = 50;
s/void Parse(int argc, char\*argv\[\]) { }/void Parse(int argc, char*argv[]) {\
        for ( int i=1; i+1 < argc; i += 2 ) {\
            std::string key = argv[i] + 2;\
            std::istringstream value(argv[i+1]);\
            for ( ConfigMap<int>::iterator it=int_config_.begin(); it != int_config_.end(); ++it ) if ( it->first == key ) value >> it->second;\
            for ( ConfigMap<bool>::iterator it=bool_config_.begin(); it != bool_config_.end(); ++it ) if ( it->first == key ) value >> it->second;\
            for ( ConfigMap<double>::iterator it=double_config_.begin(); it != double_config_.end(); ++it ) if ( it->first == key ) value >> it->second;\
        }\
    }/' Config.cc
sed -i 's/int ships_within_range = \(.*\);/static double range_scale = Config::Value<double>("cost.range_scale"), neutral_growth = Config::Value<double>("neutral.growth_scale"), neutral_distance = Config::Value<double>("neutral.distance_scale");\
    int ships_within_range = (int)(range_scale * \1);/
s/ceil((double)score_cost\/growth_rate) + distance;/ceil((double)score_cost\/growth_rate\/neutral_growth) + neutral_distance*distance;/
s/^            if ( closest_enemy_distance <= distance ) {/            if ( closest_enemy_distance + Config::Value<int>("neutral.margin") <= distance ) {/
s/Map::Distance( closest_enemy->id, p_id ) <= Map/Map::Distance( closest_enemy->id, p_id ) + Config::Value<int>("neutral.margin") <= Map/
s/FutureState(50)/FutureState(eval_days)/
s/^int EvalState( const GameState& state ) {/&\
    static int eval_days = Config::Value<int>("eval.days");/' strategy/attack.cc
sed -i 's/p->LockShips(ships_locked)/p->LockShips((int)(Config::Value<double>("antirage.scale") * ships_locked))/' strategy/defence.cc
