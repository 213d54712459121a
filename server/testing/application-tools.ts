import assert from 'node:assert/strict'
import type { ApplicationStateCode } from '@agremia/resources/application-states.ts'
import { hashToken } from '../auth/index.ts'
import type { TestCaller, TestRecord } from './caller.ts'
import { succeeded } from './make.ts'
import type { TestApp } from './test-app.ts'

/** Helpers for tests of applications, all through the API. */
export async function applicationTools({ as, visitor, sql }: TestApp) {
  const admin = await as('admin')
  let count = 0

  const idOf = async (path: string, name: string) => {
    const { data } = (await admin.get(`${path}?_name=${encodeURIComponent(name)}`)).body
    assert.ok(data[0], `there is no «${name}» in ${path}`)
    return data[0]._id
  }
  // Configures a mail server, so that confirmations go by email. Nothing is sent, as no worker runs.
  succeeded(await admin.patch('/settings/mailHost', { value: 'localhost' }))
  const effective = await idOf('/member_categories', 'Efetivo')

  /** A valid form of an adult. */
  const form = (given: Record<string, unknown> = {}) => ({
    name: `Visitante de Teste ${++count}`,
    email: `visitante${count}@exemplo.pt`,
    birthDate: '1985-06-15',
    categoryId: effective,
    terms: true,
    privacyNotice: true,
    ...given,
  })

  const byNumber = async (number: unknown): Promise<TestRecord> => {
    const { data } = (await admin.get(`/member_applications?_number=${String(number)}`)).body
    assert.ok(data[0], `there is no application ${String(number)}`)
    return data[0]
  }

  return {
    admin,
    form,
    idOf,
    byNumber,
    /** Submits the form and returns the application as the staff sees it. */
    async apply(given: Record<string, unknown> = {}): Promise<TestRecord> {
      return byNumber(succeeded(await visitor.post('/application_form', form(given)))['number'])
    },
    read: async ({ _id }: TestRecord) => succeeded(await admin.get(`/member_applications/${_id}`)),
    act: (record: TestRecord, action: string, input: object = {}, who: TestCaller = admin) =>
      who.post(`/member_applications/${record._id}/${action}`, input),
    async codeOf({ stateId }: TestRecord): Promise<ApplicationStateCode> {
      const [row] = await sql<{ code: ApplicationStateCode }>(
        'SELECT code FROM member_application_states WHERE id = $1',
        [stateId],
      )
      assert.ok(row)
      return row.code
    },
    /** Sets a verification code that the test knows, as if it had read the message. */
    async knownLink({ _id }: TestRecord): Promise<string> {
      const code = `codigo-de-teste-${++count}`
      await sql('UPDATE member_applications SET verification_hash = $2 WHERE id = $1', [_id, hashToken(code)])
      return code
    },
    /** Events of the messages about an application, oldest first. */
    async messagesAbout({ _id }: TestRecord): Promise<string[]> {
      const rows = await sql<{ cause: string }>(
        'SELECT cause FROM messages WHERE about_id = $1 ORDER BY created_at, id',
        [_id],
      )
      return rows.map(({ cause }) => cause)
    },
    async set(name: string, value: string): Promise<void> {
      succeeded(await admin.patch(`/settings/${name}`, { value }))
    },
  }
}
