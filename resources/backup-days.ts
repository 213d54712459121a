/** Days after which every backup is deleted, so that erased data disappears from them too. */
export const maxBackupDays = 35
