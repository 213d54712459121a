import { describe, expect, it } from 'vitest'
import type { CardElement, CardSide } from '@agremia/resources/card-template.ts'
import { dotsPerInch } from './card-images.tsx'
import {
  addElements,
  copies,
  elementName,
  elementsAt,
  newElement,
  placeElements,
  removeElements,
  reorder,
} from './elements.ts'
import { emptyHistory, addStep, undoStep, redoStep } from './undo-history.ts'

const card = { width: 85.6, height: 53.98 }
const [box, photo, qr, text] = (['box', 'photo', 'qr', 'text'] as const).map((kind) => newElement(kind, card))
const side: CardSide = {
  colour: '#FFFFFF',
  imageId: null,
  elements: [box, photo, qr, text].filter((element) => element !== undefined),
}
const kinds = (of: CardSide) => of.elements.map(({ kind }) => kind).join(' ')

describe('the elements of a side', () => {
  it('are added on top and selected; removing deletes the selected ones', () => {
    const added = addElements(side, copies(elementsAt(side, [0, 2])))
    expect([kinds(added.side), added.chosen]).toEqual(['box photo qr text box qr', [4, 5]])
    expect(added.side.elements[4]).toMatchObject({ x: (box?.x ?? 0) + 2, y: (box?.y ?? 0) + 2 })
    expect(kinds(removeElements(added.side, [1, 4, 5]).side)).toBe('box qr text')
  })

  it('placing changes only the given elements', () => {
    const placed = placeElements(
      side,
      [1, 3],
      [
        { x: 1, y: 2, w: 3, h: 4 },
        { x: 5, y: 6, w: 7, h: 8 },
      ],
    )
    expect(placed.elements[1]).toMatchObject({ kind: 'photo', x: 1, h: 4 })
    expect(placed.elements[3]).toMatchObject({ kind: 'text', x: 5, h: 8 })
    expect(placed.elements[0]).toEqual(side.elements[0])
  })

  it('reordering keeps the selection', () => {
    expect(reorder(side, [0, 1], 'top')).toMatchObject({ chosen: [2, 3] })
    expect(kinds(reorder(side, [0, 1], 'top').side)).toBe('qr text box photo')
    expect(kinds(reorder(side, [3], 'bottom').side)).toBe('text box photo qr')
    expect([kinds(reorder(side, [0, 1], 'up').side), reorder(side, [0, 1], 'up').chosen]).toEqual([
      'qr box photo text',
      [1, 2],
    ])
    expect(kinds(reorder(side, [2, 3], 'up').side)).toBe(kinds(side))
    expect(kinds(reorder(side, [1], 'down').side)).toBe('photo box qr text')
  })

  it('are named by their text, or by their kind', () => {
    const words = { ...text, text: 'N.º {numero}' } as CardElement
    const named = { ...side, elements: [words, ...side.elements, ...side.elements.slice(0, 1)] }
    expect(named.elements.map((_, index) => elementName(named, index))).toEqual([
      'N.º Número',
      'Retângulo 1',
      'Fotografia',
      'Código QR',
      'Texto',
      'Retângulo 2',
    ])
  })
})

describe('undo', () => {
  it('undoes and redoes, and a new change clears the redo steps', () => {
    const history = addStep(addStep(emptyHistory<string>(), 'a'), 'b')
    const back = undoStep(history, 'c')
    expect(back?.drawing).toBe('b')
    const further = back && undoStep(back.history, back.drawing)
    expect(further?.drawing).toBe('a')
    expect(further && undoStep(further.history, further.drawing)).toBeUndefined()
    const on = further && redoStep(further.history, further.drawing)
    expect(on?.drawing).toBe('b')
    const changed = on && addStep(on.history, on.drawing)
    expect(changed && redoStep(changed, 'd')).toBeUndefined()
  })

  it('undoes changes with the same merge key in one step', () => {
    const history = addStep(addStep(addStep(emptyHistory<string>(), ''), 'A', 'text 1'), 'An', 'text 1')
    expect(undoStep(history, 'Ana')?.drawing).toBe('A')
  })
})

it('the resolution of a picture is that of the direction in which it is enlarged more', () => {
  expect(dotsPerInch({ width: 1011, height: 638 }, { x: 0, y: 0, w: 85.6, h: 53.98 })).toBe(299)
  expect(dotsPerInch({ width: 300, height: 600 }, { x: 0, y: 0, w: 25.4, h: 25.4 })).toBe(300)
})
