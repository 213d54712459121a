import { useLayoutEffect } from 'react'
import { maxElements, type CardElement } from '@agremia/resources/card-template.ts'
import { useHotkeyHelp } from '../../ui/hotkeys.ts'
import { toast } from '../../ui/toasts.tsx'
import { movedBy, resizedBy, type Move } from './geometry.ts'
import {
  addElements,
  changeElements,
  copies,
  elementsAt,
  removeElements,
  reorder,
  type SideChange,
} from './elements.ts'
import type { DrawingControls } from './use-drawing.ts'

const group = 'No desenho do cartão'
const keys = [
  {
    keys: 'ArrowUp',
    label: 'Mover 0,1 mm com as setas; com Maiúsc., 1 mm; com Ctrl, mudar o tamanho',
    group,
  },
  { keys: 'Delete', label: 'Eliminar', group },
  { keys: 'mod+d', label: 'Duplicar', group },
  { keys: 'mod+c', label: 'Copiar', group },
  { keys: 'mod+v', label: 'Colar', group },
  { keys: 'mod+a', label: 'Escolher tudo', group },
  { keys: 'mod+z', label: 'Desfazer', group },
  { keys: 'mod+shift+z', label: 'Refazer', group },
  { keys: 'Letras', label: 'Reescrever o texto escolhido', group },
  { keys: 'Escape', label: 'Não escolher nada', group },
] as const

const arrows: Record<string, Move> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Id of the input for the text of the chosen element. */
export const textInputId = 'card-text'
const smallStep = 0.1
const largeStep = 1

/** The clipboard, shared by all templates: elements can be pasted on the other side or in another template. */
let clipboard: readonly CardElement[] = []

export function copyChosen({ side, chosen }: DrawingControls): void {
  if (chosen.length > 0) clipboard = elementsAt(side, chosen)
}

export function pasteCopied(controls: DrawingControls): void {
  if (clipboard.length > 0) insertElements(controls, copies(clipboard))
}

export function duplicateChosen(controls: DrawingControls): void {
  if (controls.chosen.length > 0) insertElements(controls, copies(elementsAt(controls.side, controls.chosen)))
}

export function removeChosen(controls: DrawingControls): void {
  if (controls.chosen.length > 0) apply(controls, removeElements(controls.side, controls.chosen))
}

export function reorderChosen(controls: DrawingControls, order: Parameters<typeof reorder>[2]): void {
  apply(controls, reorder(controls.side, controls.chosen, order))
}

export function insertElements(controls: DrawingControls, elements: readonly CardElement[]): void {
  if (controls.side.elements.length + elements.length > maxElements) {
    toast(`Cada lado pode ter até ${maxElements} elementos.`, { tone: 'error' })
    return
  }
  apply(controls, addElements(controls.side, elements))
}

function apply(controls: DrawingControls, { side, chosen }: SideChange): void {
  controls.change(side, { chosen })
}

/** The keyboard shortcuts of the canvas, also when nothing has the focus. Undo and redo work everywhere outside text inputs. */
export function useCanvasKeys(controls: DrawingControls, canvas: { current: HTMLElement | null }): void {
  useHotkeyHelp(keys)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForOtherControl(event)) return
      const place = canvas.current?.closest('[data-workshop]')
      const at = event.target as Node
      const isHere = place && (place.contains(at) || at.contains(place))
      const done = undoOrRedo(controls, event) || (isHere && act(controls, event))
      if (done) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

function act(controls: DrawingControls, event: KeyboardEvent): boolean {
  const arrow = arrows[event.key]
  return arrow ? nudge(controls, event, arrow) : command(controls, event)
}

function nudge(controls: DrawingControls, event: KeyboardEvent, { x, y }: Move): boolean {
  const { side, chosen } = controls
  if (chosen.length === 0 || event.altKey) return false
  const step = event.shiftKey ? largeStep : smallStep
  const move = { x: x * step, y: y * step }
  const change = (element: CardElement) =>
    event.ctrlKey || event.metaKey
      ? resizedBy(element, 'se', move, element.kind === 'qr')
      : movedBy(element, move)
  const mergeKey = `${event.ctrlKey ? 'size' : 'move'} ${chosen.join(' ')}`
  controls.change(changeElements(side, chosen, change), { mergeKey })
  return true
}

function command(controls: DrawingControls, event: KeyboardEvent): boolean {
  const isChosen = controls.chosen.length > 0
  if (event.ctrlKey || event.metaKey) return commandWithControl(controls, event)
  if ((event.key === 'Delete' || event.key === 'Backspace') && isChosen) {
    removeChosen(controls)
    return true
  }
  if (event.key === 'Escape' && isChosen) {
    controls.choose([])
    return true
  }
  if (isTyped(event)) selectText()
  return false
}

/** Whether the key writes a character. Space is excluded: it presses the focused element. */
function isTyped({ key, altKey }: KeyboardEvent): boolean {
  return !altKey && (key === 'Dead' || (key.length === 1 && key !== ' '))
}

/** Moves the focus to the input of the chosen text before the browser inserts the key there. It is shown for one text alone. */
function selectText(): void {
  const input = document.getElementById(textInputId)
  if (!(input instanceof HTMLTextAreaElement)) return
  input.focus()
  input.select()
}

function commandWithControl(controls: DrawingControls, event: KeyboardEvent): boolean {
  const commands: Record<string, () => void> = {
    d: () => duplicateChosen(controls),
    c: () => copyChosen(controls),
    x: () => {
      copyChosen(controls)
      removeChosen(controls)
    },
    v: () => pasteCopied(controls),
    a: () => controls.choose(controls.side.elements.map((_, index) => index)),
  }
  const run = commands[event.key.toLowerCase()]
  run?.()
  return run !== undefined
}

function undoOrRedo({ undo, redo }: DrawingControls, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return false
  if (key === 'y' || event.shiftKey) redo?.()
  else undo?.()
  return true
}

/** Whether the key belongs to something else: text inputs undo by themselves, radio buttons use arrows, a dialog is open. */
function isForOtherControl({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.matches('input[type="radio"], input[type="checkbox"]')) return key in arrows
  return target.matches('input, textarea, select')
}
