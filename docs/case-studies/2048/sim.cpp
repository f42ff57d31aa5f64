// sim.cpp: 2048-ai as a simulator for bloodline. Build: g++ -O3 -std=c++17 -ffp-contract=off -DDEPTH=1 -Isrc -o sim1 sim.cpp
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdint>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <unordered_map>
#include <sys/time.h>
#define PLATDEFS_H                                    // in place of platdefs.h: tiles come from the line's seed
#define DLL_PUBLIC
static std::mt19937 tiles;
static unsigned unif_random(unsigned n) { return tiles() % n; }
static float last_score;
#define printf(...) ((void)0)                         // the program prints every move
#define main original_main
#include "patched.cpp"
#undef main
#undef printf

int main() {
    std::string line, word;
    std::getline(std::cin, line);
    bool known = line == "bloodline 1 1 lost mono_power mono_weight sum_power sum_weight merges empty";
    std::cout << (known ? "ok 2048-ai" : "error I read other genes") << std::endl;
    std::array<float, 7> last{};                      // of the tables as they stand
    while (known && std::getline(std::cin, line)) {
        std::istringstream in(line);
        unsigned seed;
        std::array<float, 7> v;
        in >> seed >> word;
        for (float &x : v) in >> x;
        if (!in || word != "genes") { std::cout << "error I can't read: " << line << std::endl; continue; }
        if (v != last) {
            SCORE_LOST_PENALTY = v[0], SCORE_MONOTONICITY_POWER = v[1], SCORE_MONOTONICITY_WEIGHT = v[2];
            SCORE_SUM_POWER = v[3], SCORE_SUM_WEIGHT = v[4], SCORE_MERGES_WEIGHT = v[5], SCORE_EMPTY_WEIGHT = v[6];
            init_tables(), last = v;
        }
        tiles.seed(seed);
        play_game(find_best_move);
        std::cout << long(last_score) << std::endl;
    }
}
