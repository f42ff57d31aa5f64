// A bot for the auction, in C++17. Its parameters come from the command line.
//
//   g++ -O2 -std=c++17 -o bot bot.cpp
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <string>

int main(int argc, char** argv) {
    std::map<std::string, std::string> a{{"share", "1"}, {"power", "0"}, {"noise", "2"}, {"save", "0"}, {"last", "fair"}};
    for (int i = 1; i + 1 < argc; i += 2) a[std::string(argv[i]).substr(2)] = argv[i + 1];
    const double share = std::stod(a["share"]), power = std::stod(a["power"]), noise = std::stod(a["noise"]);
    const int save = std::stoi(a["save"]);

    int left, prize, coins, richest, roll;
    while (std::cin >> left >> prize >> coins >> richest >> roll) {
        const double fair = double(std::max(0, coins - save)) / left;
        double bid = share * fair * std::pow(prize / 10.0, power) + noise * (roll / 1000.0 - 0.5);
        if (left == 1 && a["last"] == "all") bid = coins;
        std::cout << std::max(0, std::min({int(bid), coins, richest + 1})) << std::endl;
    }
}
