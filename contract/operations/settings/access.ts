/** Who sees and changes the settings. The menu of the console needs this alone, not the fields of all settings. */
export const settingsAccess = { needs: { staff: ['admin'] } } as const
