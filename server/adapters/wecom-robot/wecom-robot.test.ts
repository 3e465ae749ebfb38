import { expect, test } from 'vitest'
import { noMailboxFaults } from '#sandbox/mailbox/smtp-server.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { startMailbox } from '#server/platform/testing/mailbox.ts'
import { createWecomRobot } from './public.ts'

const mailbox = await startMailbox()
const robot = createWecomRobot(mailbox.robotAccount)

test('a text stands in the group, cut to what the protocol takes at the end of a character', async () => {
  await robot.send('2 个规格低于预警')
  await robot.send('岩'.repeat(1_000))
  expect(mailbox.group.texts()).toEqual(['岩'.repeat(682), '2 个规格低于预警'])
})

test('a wrong key is refused for good and not repeated, too many messages are tried again, and so is a provider that does not answer', async () => {
  const before = mailbox.group.texts().length
  const wrong: unknown = await createWecomRobot({ ...mailbox.robotAccount, key: 'geheim' })
    .send('a')
    .catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(GatewayRefusalError)
  expect(String(wrong)).toContain('93000')
  expect(String(wrong)).not.toContain('geheim')
  Object.assign(mailbox.faults, noMailboxFaults, { busy: 1 })
  await expect(robot.send('a')).rejects.toThrow(GatewayOutcomeUnknownError)
  const nobody: unknown = await createWecomRobot({ key: 'geheim', base: 'http://127.0.0.1:9' })
    .send('a')
    .catch((error: unknown) => error)
  expect(nobody).toBeInstanceOf(GatewayOutcomeUnknownError)
  expect(String(nobody)).not.toContain('geheim')
  expect(mailbox.group.texts()).toHaveLength(before)
})
