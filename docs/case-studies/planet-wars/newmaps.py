import os, random, map_generator  # 300 maps more, for pw2.yaml: seeds 1001 to 1300 of the starter package's generator
os.makedirs("moremaps", exist_ok=True)
for seed in range(1001, 1301):
    random.seed(seed)
    map_generator.save_map(f"moremaps/{seed}.txt")
