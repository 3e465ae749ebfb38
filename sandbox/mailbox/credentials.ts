import { createHash, randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from '#sandbox/credentials-file.ts'

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
  const { user, password } = readOrCreateCredentialsFile(folder, () => ({
    user: SANDBOX_MAIL_FROM,
    password: randomBytes(16).toString('hex'),
  }))
  return { user, password, robotKey: createHash('sha256').update(password).digest('hex').slice(0, 32) }
}
