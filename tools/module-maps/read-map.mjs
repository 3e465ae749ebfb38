/** Modules by what they use, from pairs of a module and the names of those that it uses. */
export const readMap = (rows) => Object.fromEntries(rows.map(([module, uses]) => [module, uses.split(' ').filter(Boolean)]))
