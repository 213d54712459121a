import { useState } from 'react'
import {
  cardSize,
  type CardSide,
  type Orientation,
  type PrintArea,
} from '@agremia/resources/card-template.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { emptyHistory, addStep, undoStep, redoStep, type UndoHistory } from './undo-history.ts'
import { turned } from './turning.ts'

/** The fields of a template that the canvas edits. */
export interface Drawing {
  orientation: Orientation
  safeTenths: number
  front: CardSide
  back: CardSide
}

export type SideName = 'front' | 'back'

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
export function useDrawing(form: FormControls): DrawingControls {
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

function drawingOf({ values }: FormControls): Drawing {
  return {
    orientation: values.orientation === 'portrait' ? 'portrait' : 'landscape',
    safeTenths: typeof values.safeTenths === 'number' ? values.safeTenths : 30,
    front: (values.front ?? empty) as CardSide,
    back: (values.back ?? empty) as CardSide,
  }
}
