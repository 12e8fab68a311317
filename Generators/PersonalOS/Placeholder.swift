import PersonalOSReference

