import { benchSearch } from './search.ts'
await benchSearch({ misses: true })
process.exit()
