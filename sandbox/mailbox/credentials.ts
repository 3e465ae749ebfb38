import { createHash, randomBytes } from 'node:crypto'
import { readOrCreateCredentialsFile } from '#sandbox/credentials-file.ts'

/** The login that the mall and the local mailbox share. It is not valid anywhere else. */
export interface MailboxCredentials {
  user: string
  password: string
  /** The key of the robot of the group. */
  robotKey: string
  /** Of the service account in WeChat. */
  account: { appid: string; secret: string; templateId: string }
}

/** The address that mails of the demo come from. */
export const SANDBOX_MAIL_FROM = 'notice@demo.local'

/** Reads the credentials in a folder, or creates them at the first start. */
export function readOrCreateMailboxCredentials(folder: string): MailboxCredentials {
  const { user, password } = readOrCreateCredentialsFile(folder, () => ({
    user: SANDBOX_MAIL_FROM,
    password: randomBytes(16).toString('hex'),
  }))
  // A folder from before has only the password, and both sides compute the same ones.
  const derive = (of: string) => createHash('sha256').update(`${of}${password}`).digest('hex').slice(0, 32)
  const account = { appid: `wx${derive('appid').slice(0, 16)}`, secret: derive('secret'), templateId: derive('template') }
  return { user, password, robotKey: derive(''), account }
}

const TEMPLATE_FIELDS = [
  { what: 'title', keyword: 'thing1' },
  { what: 'kind', keyword: 'thing2' },
  { what: 'time', keyword: 'time3' },
] as const

/** The settings of a mall that uses the local service account. */
export const createWechatSettingsForSandbox = (account: MailboxCredentials['account'], base: string) =>
  Object.assign({ fields: TEMPLATE_FIELDS, openBase: base, apiBase: base }, account)
