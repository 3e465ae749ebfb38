/** The names in local storage of the tokens of the mall and of the console. Each application has its own login. */
export const TOKEN_STORAGE_KEYS = { mall: 'yanfeng.token', console: 'yanfeng.console.token' } as const
