import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { processingPurposes } from '@agremia/resources/processing-purposes.ts'
import { retentionPhrase } from '@agremia/resources/retention.ts'
import { maintain } from '../../maintenance.ts'
import { succeeded } from '../../testing/make.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { testApp } from '../../testing/test-app.ts'

const { app, as, clock, sql } = await testApp()
const admin = await as('admin')
const ago = (hours: number) => new Date(clock().getTime() - hours * 3_600_000).toISOString()
const textOf = async (path: string) => {
  const { url } = succeeded(await admin.get(path)) as unknown as { url: string }
  const { rawPayload } = await app.inject({ url })
  return (await readPdf(rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ')
}

describe('processing activities', () => {
  const names = async () => sql<{ name: string }>('SELECT name FROM processing_activities ORDER BY name')

  test('are filled once with what the program does, in the words of the organisation', async () => {
    await maintain(app.world)
    const filled = await names()
    assert.equal(filled.length, processingPurposes.filter(({ onlyFor }) => !onlyFor).length)
    assert.ok(filled.every(({ name }) => !/[{}]/.test(name)))
    for (const { _id } of (await admin.get('/processing_activities')).body.data.slice(1))
      assert.equal((await admin.delete(`/processing_activities/${_id}`)).status, 204)
    await maintain(app.world)
    assert.equal((await names()).length, 1)
  })

  test('have the periods of the settings in their document, with the processors and the security measures', async () => {
    succeeded(
      await admin.post('/processing_activities', {
        name: 'Aulas de dança',
        bases: ['contract'],
        people: 'Alunos',
        data: 'Nome e turma.',
        retention: ['signIns'],
        otherPeriod: 'presenças, um ano',
      }),
    )
    succeeded(await admin.put('/settings/retentionSignIns', { value: '7' }))
    succeeded(await admin.put('/settings/securityMeasures', { value: 'Cofre fechado.' }))
    succeeded(await admin.post('/processors', { name: 'Contas Certas', service: 'Contabilidade' }))
    const text = await textOf('/processing_activities/document')
    assert.match(
      text,
      new RegExp(`${retentionPhrase('signIns', { retentionSignIns: '7' })}; presenças, um ano`),
    )
    assert.match(text, /Contas Certas Contabilidade Sem contrato/)
    assert.match(text, /Medidas de segurança Cofre fechado\./)
  })
})

describe('processors', () => {
  test('without a contract bring a warning, until there is one or the service ended', async () => {
    const input = { name: 'Alojamento', service: 'Alojamento' }
    const { warnings } = (await admin.post('/processors/validate', input)).body
    assert.deepEqual(Object.keys(warnings), ['contractOn'])
    const { _id, status } = succeeded(await admin.post('/processors', input))
    assert.equal(status, 'missing')
    const change = async (values: object) =>
      succeeded(await admin.patch(`/processors/${_id}`, values))['status']
    assert.equal(await change({ contractOn: '2026-01-05' }), 'signed')
    assert.equal(await change({ endedOn: '2026-01-06' }), 'ended')
    assert.equal(await change({ endedOn: null, contractOn: null }), 'missing')
  })
})

describe('data breaches', () => {
  const make = async (knownAt: string) =>
    succeeded(
      await admin.post('/data_breaches', {
        summary: 'Portátil perdido',
        knownAt,
        description: 'Ficou no comboio.',
        people: 'Alunos',
        data: 'Nome e telefone.',
      }),
    )
  const today = async (role: 'admin' | 'editor') =>
    succeeded(await (await as(role)).get('/today'))['breaches'] as { count: number; notifyBy: string | null }

  test('are notified within 72 hours, and wait in «Hoje» of administrators until then', async () => {
    const { _id, notifyBy } = await make(ago(5))
    assert.equal(notifyBy, ago(5 - 72))
    assert.deepEqual(await today('admin'), { count: 1, notifyBy })
    assert.equal(await today('editor'), null)
    const notify = (body: object) => admin.post(`/data_breaches/${_id}/notify`, body)
    assert.deepEqual((await notify({ notifiedAt: ago(6) })).body.errors, {
      notifiedAt: ['É anterior ao momento em que se soube.'],
    })
    assert.deepEqual((await notify({ notifiedAt: ago(-1) })).body.errors, {
      notifiedAt: ['É posterior a agora.'],
    })
    const { status } = succeeded(await notify({ notifiedAt: ago(1), notificationRef: '77/2026' }))
    assert.equal(status, 'notified')
    assert.deepEqual(await today('admin'), { count: 0, notifyBy: null })
    assert.equal((await notify({ notifiedAt: ago(1) })).status, 409)
    assert.match(
      await textOf(`/data_breaches/${_id}/document`),
      /N\.º do processo 77\/2026.*Ficou no comboio/,
    )
  })

  test('that are notified late need the reason', async () => {
    const { _id } = await make(ago(80))
    const notify = (body: object) => admin.post(`/data_breaches/${_id}/notify`, body)
    assert.deepEqual(Object.keys((await notify({ notifiedAt: ago(2) })).body.errors), ['delayReason'])
    succeeded(await notify({ notifiedAt: ago(2), delayReason: 'Fim de semana.' }))
    const { status, notifiedAt, notifyBy } = succeeded(await admin.post(`/data_breaches/${_id}/reopen`, {}))
    assert.deepEqual([status, notifiedAt, notifyBy], ['open', null, ago(80 - 72)])
  })

  test('cannot be known in the future', async () => {
    const { body } = await admin.post('/data_breaches/validate', { knownAt: ago(-1) })
    assert.deepEqual(body.errors.knownAt, ['É posterior a agora.'])
  })
})
