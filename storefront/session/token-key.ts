/** Where local storage keeps the token of whoever is logged in. */
export const TOKEN_KEY = 'yanfeng.token'
