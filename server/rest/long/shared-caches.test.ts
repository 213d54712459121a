import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerOf } from '../../testing/caller.ts'
import { type SignedInRole, testApp } from '../../testing/test-app.ts'

const first = await testApp()
// Both keep backups in one folder, which administrators see.
const { backupPlace } = first.app.world.config
const second = await testApp({ with: first, config: { backupPlace } })
const { app, another, make, sql } = first

/** GET routes without parameters in their path. */
const paths = app.routes
  .filter(
    ({ method, url }) => url.startsWith('/api/') && !url.includes(':') && [method].flat().includes('GET'),
  )
  .map(({ url }) => url.slice('/api'.length))

describe('two callers of one role get the answers that each gets alone, in any order', () => {
  for (const role of ['member', 'auditor', 'editor', 'admin'] satisfies SignedInRole[])
    test(role, async () => {
      const callers = [await another(role), await another(role)]
      for (const { userId, memberId } of callers) {
        // Staff may have a person too.
        const personId = memberId ? undefined : (await make.member())['personId']
        if (personId) await sql('UPDATE users SET person_id = $2 WHERE id = $1', [userId, personId])
      }
      for (const process of [first, second]) process.app.world.organisation.forget()
      const ask = (process: typeof first, { tokens }: (typeof callers)[0], path: string) =>
        callerOf(process.app, tokens.access).get(path)
      const different: string[] = []
      for (const path of paths) {
        const answers = new Map<string, string[]>()
        for (const [process, order] of [
          [first, callers],
          [second, callers.toReversed()],
        ] as const)
          for (const caller of order) {
            const { status, text } = await ask(process, caller, path)
            answers.set(caller.userId, [...(answers.get(caller.userId) ?? []), `${status} ${text}`])
          }
        for (const [one, other] of answers.values()) if (one !== other) different.push(path)
      }
      assert.deepEqual(different, [])
    })
})
