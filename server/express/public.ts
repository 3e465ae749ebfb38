export { type Express, localExpress, type Sighting } from './express.ts'
export { kuaidi100 } from './kuaidi100.ts'
