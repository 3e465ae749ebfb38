import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ClientEventName } from './events.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && !file.endsWith('sessions/events.ts'))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .join('\n')

/** The events of specification §4, with their names here. */
const listed = {
  'image crop': 'imageCropped',
  'head image change': 'headImageChanged',
  'address selected': 'addressSelected',
  'address modified': 'addressModified',
  'area changed': 'areaChanged',
  'order canceled': 'orderCanceled',
  'order created': 'orderCreated',
  'order status changed': 'orderStatusChanged',
  'order item deleted': 'orderItemDeleted',
  'direct order submitted': 'directOrderSubmitted',
  'cart order submitted': 'cartOrderSubmitted',
  'member order submitted': 'memberOrderSubmitted',
  'payment applied': 'paymentApplied',
  'pay notified': 'payNotified',
  'bank selected': 'bankSelected',
  'pay password set successfully': 'payPasswordSet',
  'after-sale applied': 'afterSaleApplied',
  'after-sale status changed': 'afterSaleStatusChanged',
  'invoice open created': 'invoiceOpenCreated',
  'notice read': 'noticeRead',
  'reminder message read': 'reminderMessageRead',
  'message read': 'messageRead',
  'comment created': 'commentCreated',
  'comment removed': 'commentRemoved',
  'comment reply created': 'commentReplyCreated',
  'comment reply removed': 'commentReplyRemoved',
  'trend transmit created': 'trendTransmitCreated',
  'token notified': 'tokenNotified',
  'not logged in': 'notLoggedIn',
  'login success': 'loginSuccess',
  'add to cart': 'addToCart',
  'search created': 'searchCreated',
  'organization changed': 'organizationChanged',
  'equipment added': 'equipmentAdded',
  'equipment edited': 'equipmentEdited',
  'project user count changed': 'projectUserCountChanged',
  'project manager info changed': 'projectManagerChanged',
  'project patrol changed': 'projectPatrolChanged',
} as const satisfies Record<string, ClientEventName>

/** Emitted as the argument of `emitClientEvent(…)`: by its name, or as one side of a conditional. */
const fires = (name: string) => new RegExp(`emitClientEvent\\((?:[^)]*[^\\w])?'${name}'`).test(sources)
/** Handled by name, in the table of refreshes, or in a feature's list of names. */
const hears = (name: string) =>
  new RegExp(`\\bonClientEvent\\(\\s*'${name}'|^  ${name}: \\[|\\.\\.\\.\\(\\[[^\\]]*'${name}'`, 'm').test(sources)

describe('every event of the specification is in use', () => {
  test.each(Object.entries(listed))('%s is emitted somewhere and handled somewhere', (_, name) => {
    expect({ fired: fires(name), used: hears(name) }).toEqual({ fired: true, used: true })
  })
})
