import { readFileSync } from 'node:fs'
import path from 'node:path'
import { agreementTitles } from '../../contract/content/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { sha256 } from '../platform/keys.ts'

export type AgreementId = keyof typeof agreementTitles

/** An agreement as it is shown and accepted: acceptance is recorded with its version and the hash of its text. */
export interface Agreement {
  title: string
  version: string
  text: string
  hash: Buffer
}

const FOLDER = path.join(import.meta.dirname, 'agreements')
const known = new Map<AgreementId, Agreement>()

function load(id: AgreementId): Agreement | undefined {
  try {
    const text = readFileSync(path.join(FOLDER, `${id}.md`), 'utf8')
    const version = /^版本：(\S+)$/m.exec(text)?.[1]
    if (version === undefined) throw new Error(`agreement ${id} names no version`)
    return { title: agreementTitles[id], version, text, hash: sha256(text) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The text of an agreement; refused while it has none. */
export function readAgreement(id: AgreementId): Agreement {
  const agreement = known.get(id) ?? load(id)
  if (!agreement) refuse('ARTICLE_NOT_FOUND')
  known.set(id, agreement)
  return agreement
}
