export { createTextRenderer, listLatestTexts, listTextVersions, saveTextVersion, type TextVersion } from './message-texts.ts'
