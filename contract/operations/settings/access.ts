/** The roles that see and change the settings. The menu of the console needs only this, not the fields of all settings. */
export const settingsAccess = { needs: { staff: ['admin'] } } as const
