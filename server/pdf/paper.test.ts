import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPdf } from '../testing/read-pdf.ts'
import { createPaper } from './index.ts'
import { printable } from './printable.ts'

const letterhead = {
  name: 'Associação Łódź',
  nif: '501234567',
  address: 'Rua do Sol, 1',
  contacts: [],
  colour: null,
}

async function pagesOf(draw: (paper: ReturnType<typeof createPaper>) => void): Promise<string[]> {
  const paper = createPaper({ title: 'Prova', letterhead })
  draw(paper)
  return (await readPdf(await paper.finish())).pages
}

describe('a document', () => {
  for (const name of [
    'João Conceição d’Araújo',
    'Łukasz Żółć',
    'Олександра Їжакевич',
    'Ελένη Παπαδοπούλου',
    'Nguyễn Thị Ánh',
    'Ștefan Țurcanu',
  ])
    test(`has the name of ${name} in every weight and place`, async () => {
      const [page = ''] = await pagesOf((paper) => {
        paper.heading(name)
        paper.facts([['Nome', name]])
        paper.table([{ label: 'Nome', share: 1 }], [[name]], [name])
      })
      assert.equal(page.split(name).length - 1, 4)
      assert.match(page, /Associação Łódź/)
    })

  test('shows where a sign is that the fonts do not have, and goes on', async () => {
    const [page = ''] = await pagesOf((paper) => paper.paragraph('王 e 👨‍👩‍👧 e fim'))
    assert.match(page, /□ e □ e fim/)
  })
})

test('signs are composed, joined and replaced one for one', () => {
  assert.equal(printable('Joa\u0303o'), 'João')
  assert.equal(printable('a\u200Bb\uFE0F'), 'ab')
  assert.equal(printable('linha\noutra'), 'linha\noutra')
  assert.equal(printable('شكرا'), '□□□□')
  assert.equal(printable(''), '')
})
