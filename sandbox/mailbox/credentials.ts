import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The login that the mall and the local mailbox share. It is not valid anywhere else. */
export interface MailboxCredentials {
  user: string
  password: string
  /** The key of the robot of the group. */
  robotKey: string
}

/** The address that mails of the demo come from. */
export const SANDBOX_MAIL_FROM = 'notice@demo.local'

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateMailboxCredentials(folder: string): MailboxCredentials {
  const file = path.join(folder, 'credentials.json')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const made = { user: SANDBOX_MAIL_FROM, password: randomBytes(16).toString('hex') }
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
  }
  const { user, password } = JSON.parse(readFileSync(file, 'utf8')) as Pick<MailboxCredentials, 'user' | 'password'>
  return { user, password, robotKey: createHash('sha256').update(password).digest('hex').slice(0, 32) }
}
