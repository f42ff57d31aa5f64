# build.sh, in an empty folder with patch.sh beside it: bots, engine and maps
G=https://github.com
git clone $G/sigh/Planet-Wars sigh && git -C sigh checkout -q 7855ea11143ac97c32cd13bcac42d212c8ed3c30
git clone $G/xtevenx/planet-wars-starterpackage kit && git -C kit checkout -q 4d469bdcab03eba57832ee9e3e888dcab0c81246
git clone $G/Mangara/PlanetWarsBot mangara && git -C mangara checkout -q 16984d56140e4093bd6a98d3b723f33a2a12b6be
mkdir -p bots moremaps old
(cd sigh/src && g++ -O3 *.cc strategy/*.cc -o ../../bots/original)
cp -r sigh/src patched && (cd patched && sh ../patch.sh && g++ -O3 *.cc strategy/*.cc -o ../bots/mybot)
for v in 3e3660b9f3159da6c4662ca7560222b5273bccea:hCombin2 1e2c3dbb3069a4c32f8691ef547bd015a51622cb:hConfig2; do  # two earlier versions
  mkdir -p old/${v#*:} && git -C sigh archive ${v%:*} src | tar x -C old/${v#*:}
  (cd old/${v#*:}/src && g++ -O3 -w -include vector -include algorithm *.cc -o ../../../bots/${v#*:})
done
cp sigh/bot/RedistD sigh/bot/Redist2 mangara/PlanetWarsBotSwitch.jar bots/; chmod +x bots/*
cp -r sigh/maps . ; cp kit/tools/PlayGame-1.2.jar kit/tools/map_generator.py .
python3 newmaps.py
