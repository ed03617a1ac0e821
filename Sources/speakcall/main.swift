import SpeakCallCommands

SpeakCall.main()
