import { terminologyOf } from '@agremia/resources/terminology.ts'
import { expect, it } from 'vitest'
import { attendanceFile } from './attendance-file.ts'
import type { Check } from './check.ts'

const club = terminologyOf('club', { name: 'Clube' })

it('exports checks as CSV with byte order mark, semicolons and escaped formulas', () => {
  const checks: Check[] = [
    {
      place: 1,
      at: '2026-11-21T18:42:10.000Z',
      code: '7K3M9QX2VT4D',
      status: 'valido',
      memberNumber: 37,
      name: 'Graça A.',
      category: 'Efetivo; honorário',
      validUntil: '2026-12-31',
    },
    {
      place: 2,
      at: '2026-11-21T18:43:00.000Z',
      code: '7K3M9QX2VT4D',
      status: 'valido',
      memberNumber: 37,
      name: 'Graça A.',
      category: 'Efetivo; honorário',
      validUntil: null,
      firstAt: '2026-11-21T18:42:10.000Z',
      listedAt: '2026-11-21T18:40:00.000Z',
    },
    { place: 3, at: '2026-11-21T18:44:00.000Z', code: '=HYPERLINK("x")', status: 'desconhecido' },
    { place: 4, at: '2026-11-21T18:45:00.000Z', code: '000000000000', status: 'pendente' },
  ]
  expect(attendanceFile(checks, club)).toBe(
    [
      '\ufeffData;Hora;N.º de sócio;Nome;Categoria;Estado;Válido até;Repetido;Verificado',
      '21/11/2026;18:42;37;Graça A.;"Efetivo; honorário";Válido;31/12/2026;;Sim',
      '21/11/2026;18:43;37;Graça A.;"Efetivo; honorário";Válido;;1.ª vez às 18:42;Pela lista das 18:40',
      `21/11/2026;18:44;;"'=HYPERLINK(""x"")";;Desconhecido;;;Sim`,
      '21/11/2026;18:45;;000000000000;;Por verificar;;;Não',
      '',
    ].join('\r\n'),
  )
})
