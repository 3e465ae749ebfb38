export { bindFile } from './files.ts'
export { folderStore } from './folder-store.ts'
export type { FileStore } from './store.ts'
