import { useState } from 'react'
import {
  type CardElement,
  type CardPlace,
  type CardSide,
  cardSize,
  mayReachEdge,
  type Orientation,
  type PrintArea,
} from '@agremia/resources/card-template.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { toHundredths } from './geometry.ts'
import { addStep, emptyHistory, redoStep, type UndoHistory, undoStep } from './undo-history.ts'

/** The fields of a template that the canvas edits. */
interface Drawing {
  orientation: Orientation
  safeTenths: number
  front: CardSide
  back: CardSide
}

type SideName = 'front' | 'back'

export interface DrawingControls {
  drawing: Drawing
  /** The side on screen. */
  name: SideName
  side: CardSide
  size: { width: number; height: number }
  area: PrintArea
  /** Indexes of the chosen elements, ascending. */
  chosen: readonly number[]
  show: (name: SideName) => void
  choose: (chosen: readonly number[]) => void
  /** Replaces the side. Consecutive changes with the same `mergeKey` are undone in one step. */
  change: (side: CardSide, also?: { chosen?: readonly number[]; mergeKey?: string }) => void
  turn: (orientation: Orientation) => void
  setSafe: (tenths: number) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** The state of the editor: side, selection and undo history. The drawing itself is in the values of the form. */
export function useDrawing(form: FormControls<'cardTemplates'>): DrawingControls {
  const [name, setName] = useState<SideName>('front')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [history, setHistory] = useState<UndoHistory<Drawing>>(emptyHistory)
  const drawing = drawingOf(form)
  const side = drawing[name]
  const draw = (part: Partial<Drawing>, mergeKey?: string) => {
    setHistory(addStep(history, drawing, mergeKey))
    form.setMany(part)
  }
  const go = (step: ReturnType<typeof undoStep<Drawing>>) => {
    if (!step) return undefined
    return () => {
      setHistory(step.history)
      form.setMany({ ...step.drawing })
      // If the number of elements changed, the indexes no longer refer to the same elements.
      if (step.drawing[name].elements.length !== side.elements.length) setChosen([])
    }
  }
  return {
    drawing,
    name,
    side,
    size: cardSize(drawing.orientation),
    area: { orientation: drawing.orientation, safe: drawing.safeTenths / 10 },
    // Drops indexes of elements that an undo, or a change of another user, removed.
    chosen: chosen.filter((index) => index < side.elements.length),
    show: (next) => {
      setName(next)
      setChosen([])
    },
    choose: (next) => setChosen(next.toSorted((a, b) => a - b)),
    change: (next, also = {}) => {
      draw({ [name]: next }, also.mergeKey)
      if (also.chosen) setChosen(also.chosen)
    },
    turn: (orientation) => draw(turned(drawing, orientation)),
    setSafe: (safeTenths) => draw({ safeTenths }, 'safe'),
    undo: go(undoStep(history, drawing)),
    redo: go(redoStep(history, drawing)),
  }
}

const empty: CardSide = { colour: '#FFFFFF', imageId: null, elements: [] }

function drawingOf({ values }: FormControls<'cardTemplates'>): Drawing {
  return {
    orientation: values.orientation === 'portrait' ? 'portrait' : 'landscape',
    safeTenths: typeof values.safeTenths === 'number' ? values.safeTenths : 30,
    front: (values.front ?? empty) as CardSide,
    back: (values.back ?? empty) as CardSide,
  }
}

/** Adapts a drawing to another orientation: elements stay inside, and one that spans the card still does. */
export function turned(drawing: Drawing, orientation: Orientation): Drawing {
  if (orientation === drawing.orientation) return drawing
  const [from, to] = [cardSize(drawing.orientation), cardSize(orientation)]
  const turnSide = (side: CardSide): CardSide => ({
    ...side,
    elements: side.elements.map((element): CardElement => {
      const margin = mayReachEdge(element) ? 0 : drawing.safeTenths / 10
      return {
        ...element,
        ...along(element, { start: 'x', length: 'w', from: from.width, to: to.width, margin }),
        ...along(element, { start: 'y', length: 'h', from: from.height, to: to.height, margin }),
      }
    }),
  })
  return { ...drawing, orientation, front: turnSide(drawing.front), back: turnSide(drawing.back) }
}

interface Along {
  start: 'x' | 'y'
  length: 'w' | 'h'
  from: number
  to: number
  margin: number
}

function along(element: CardElement, { start, length, from, to, margin }: Along): Partial<CardPlace> {
  const [at, long] = [element[start], element[length]]
  if (at <= margin && at + long >= from - margin)
    return { [start]: at, [length]: toHundredths(long + to - from) }
  const fitting = Math.min(long, to - 2 * margin)
  const inside = Math.max(margin, Math.min(at, to - margin - fitting))
  return { [start]: toHundredths(inside), [length]: toHundredths(fitting) }
}
