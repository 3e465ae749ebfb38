export { latestTexts, listVersions, openTexts, type TextVersion, writeText } from './message-texts.ts'
