/** Builds a map of modules and their uses from pairs of a module and the names that it uses. */
export const readMap = (rows) => Object.fromEntries(rows.map(([module, uses]) => [module, uses.split(' ').filter(Boolean)]))
