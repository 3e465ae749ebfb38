/** Under what names local storage keeps the token of whoever is logged in, in the mall and in the console: each has a person of its own. */
export const TOKEN_KEYS = { mall: 'yanfeng.token', console: 'yanfeng.console.token' } as const
