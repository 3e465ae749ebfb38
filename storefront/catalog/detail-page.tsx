export { Page } from '../shell/building-page.tsx'
