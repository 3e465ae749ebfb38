import { expect, test } from 'vitest'
import { splitTerms, termsError } from './search-word-view.ts'

test('terms are split at the usual separators', () => {
  expect(splitTerms(' 截齿、镐齿，截煤齿,\nU84；')).toEqual(['截齿', '镐齿', '截煤齿', 'U84'])
})

test('each kind of search word has its own number of terms', () => {
  expect(termsError('synonyms', '截齿、镐齿')).toBeUndefined()
  expect(termsError('synonyms', '截齿')).toBe('同义词至少两个')
  expect(termsError('hot', '截齿、镐齿')).toBe('热词每条一个词')
  expect(termsError('redirect', '')).toBe('请填写词语')
  expect(termsError('redirect', 'W6、ｗ6')).toBe('词语重复（不分大小写和全角半角）')
})
