from tools.crash_test.run import main

if __name__ == "__main__":
    main()
