import { PORTS, type SettingTable } from './environment-setting.ts'

/** The mail server, the robot of a group and the official account. Part of `environmentSettings`. */
export const messageEnvironmentSettings = {
  SMTP_HOST: { what: 'the mail server', unset: "no mails; the demo's own mailbox shows them" },
  SMTP_PORT: { what: 'its port', initial: 465, bounds: PORTS },
  SMTP_SECURITY: {
    what: '`tls`: encrypted from the first byte (port 465); `starttls`: after the greeting (port 587), and no mail without; `none`: for a server on this machine',
    initial: 'tls',
  },
  SMTP_USER: { what: 'the account' },
  SMTP_PASSWORD: { what: 'its password, or the code that the provider gives for programs (授权码)' },
  SMTP_FROM: { what: "the address that mails come from; its name is the mall's" },
  WECOM_ROBOT_KEY: {
    what: 'the key in the address of the robot of a group in 企业微信, which writes there that something waits for staff; never a sum, a buyer or a code',
    unset: "no group; the demo's mailbox shows what it would read",
  },
  WECOM_ROBOT_BASE: { what: 'the address of 企业微信, for a test system', initial: 'https://qyapi.weixin.qq.com' },
  WECHAT_ACCOUNT_APPID: {
    what: 'the id (AppID) of the service account (公众号) that writes to buyers who have bound their WeChat; the address of the mall must be its 网页授权域名',
    unset: "no messages in WeChat; the demo's mailbox shows them",
  },
  WECHAT_ACCOUNT_SECRET: { what: 'its AppSecret; the address of the server must be in its IP 白名单' },
  WECHAT_ACCOUNT_TEMPLATE: {
    what: 'the id of its message template. A message says the title of what has happened, of which kind it is and when; never a sum, a name or a code',
  },
  WECHAT_ACCOUNT_FIELDS: {
    what: 'the keywords of the template: which of them is the title (needed), the kind and the time',
    initial: 'title=thing1,kind=thing2,time=time3',
  },
} as const satisfies SettingTable
