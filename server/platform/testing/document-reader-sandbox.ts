import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { readOrCreateDocumentReaderCredentials } from '#sandbox/document-reader/credentials.ts'
import { openDocumentReaderSandbox } from '#sandbox/document-reader/provider.ts'

/** Starts the local reader of sample papers for a story, with the accounts of a mall at it. `now`: the clock of the story. */
export async function startDocumentReaderSandbox(now?: () => Date) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-document-reader-'))
  const sandbox = await openDocumentReaderSandbox({ folder, port: 0, ...(now && { now }) })
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { secretId, secretKey, registerKey, registerSecret } = readOrCreateDocumentReaderCredentials(folder)
  const { base } = sandbox
  return Object.assign(sandbox, {
    reader: { secretId, secretKey, region: 'ap-guangzhou', base },
    register: { key: registerKey, secret: registerSecret, base },
  })
}
