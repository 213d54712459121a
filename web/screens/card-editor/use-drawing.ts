import { useState } from 'react'
import {
  cardSize,
  type CardSide,
  type Orientation,
  type PrintArea,
} from '@agremia/resources/card-template.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { noPast, remember, stepBack, stepOn, type Past } from './past.ts'
import { turned } from './turning.ts'

/** What is drawn of a template: the rest of it is its name and where it is used. */
export interface Drawing {
  orientation: Orientation
  safeTenths: number
  front: CardSide
  back: CardSide
}

export type SideName = 'front' | 'back'

export interface DrawingControls {
  drawing: Drawing
  /** The side that is seen. */
  name: SideName
  side: CardSide
  size: { width: number; height: number }
  area: PrintArea
  /** Places of the chosen elements in the list of the side, in rising order. */
  chosen: readonly number[]
  show: (name: SideName) => void
  choose: (chosen: readonly number[]) => void
  /** Draws the side anew. Changes of one `strand` are taken back together. */
  change: (side: CardSide, also?: { chosen?: readonly number[]; strand?: string }) => void
  turn: (orientation: Orientation) => void
  setSafe: (tenths: number) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** A template being drawn: its values are the form's, with the way back through what was drawn before. */
export function useDrawing(form: FormControls): DrawingControls {
  const [name, setName] = useState<SideName>('front')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [past, setPast] = useState<Past<Drawing>>(noPast)
  const drawing = drawingOf(form)
  const side = drawing[name]
  const draw = (part: Partial<Drawing>, strand?: string) => {
    setPast(remember(past, drawing, strand))
    form.setMany(part)
  }
  const go = (step: ReturnType<typeof stepBack<Drawing>>) => {
    if (!step) return undefined
    return () => {
      setPast(step.past)
      form.setMany({ ...step.drawing })
      // Where some came or went, places in the list mean others.
      if (step.drawing[name].elements.length !== side.elements.length) setChosen([])
    }
  }
  return {
    drawing,
    name,
    side,
    size: cardSize(drawing.orientation),
    area: { orientation: drawing.orientation, safe: drawing.safeTenths / 10 },
    // What another person deleted, or was taken back, is chosen no more.
    chosen: chosen.filter((index) => index < side.elements.length),
    show: (next) => {
      setName(next)
      setChosen([])
    },
    choose: (next) => setChosen(next.toSorted((a, b) => a - b)),
    change: (next, also = {}) => {
      draw({ [name]: next }, also.strand)
      if (also.chosen) setChosen(also.chosen)
    },
    turn: (orientation) => draw(turned(drawing, orientation)),
    setSafe: (safeTenths) => draw({ safeTenths }, 'safe'),
    undo: go(stepBack(past, drawing)),
    redo: go(stepOn(past, drawing)),
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
