import { type MouseEvent, type PointerEvent, type RefObject, useId, useLayoutEffect } from 'react'
import { type CardPlace, type CardSide, findPrintProblem } from '@agremia/resources/card-template.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { Skeleton } from '@mantine/core'
import { SvgPicture } from '../../ui/svg-picture.tsx'
import { elementName, kindNames, placeText } from './elements.ts'
import { type CardSize, handles, percentOf, type SnapLines } from './geometry.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { type DragControls, useSelectionFrame } from './use-drag.ts'
import type { DrawingControls } from './use-drawing.ts'
import classes from './canvas.module.css'

interface CanvasProps {
  controls: DrawingControls
  /** SVG of the side as printed; undefined until the first preview arrives. */
  picture: string | undefined
  /** The side that `picture` shows. */
  drawn: CardSide | undefined
  canvas: RefObject<HTMLFieldSetElement | null>
  drag: DragControls
  /** 1 shows the whole card. */
  zoom: number
  hasGrid: boolean
}

const sideNames = { front: 'frente', back: 'verso' } as const

/** The card enlarged: the picture as it will be printed, with transparent boxes over its elements to select and drag. */
export function Canvas({ controls, picture, drawn, canvas, drag, zoom, hasGrid }: CanvasProps) {
  const { side, size, area, chosen, drawing } = controls
  const frame = useSelectionFrame(controls, canvas)
  useCanvasKeys(controls, canvas)
  const placeOf = (index: number) => drag.dragged?.places[drag.dragged.chosen.indexOf(index)]
  useLayoutEffect(() => {
    const moved = side.elements.map((element, index) => placeOf(index) ?? element)
    if (canvas.current) movePicture(canvas.current, drawn, moved)
  })
  return (
    <div className={classes.desk}>
      <fieldset
        ref={canvas}
        aria-label={`Desenho ${controls.name === 'front' ? 'da' : 'do'} ${sideNames[controls.name]}`}
        className={classes.card}
        data-orientation={drawing.orientation}
        style={{ '--zoom': zoom, '--card-width': size.width, '--card-height': size.height } as object}
      >
        {picture === undefined ? (
          <Skeleton className={classes.picture} radius={0} />
        ) : (
          <SvgPicture svg={picture} className={classes.picture} />
        )}
        {hasGrid && <div className={classes.grid} />}
        <div className={classes.safe} style={percentOf(safePlace(size, area.safe), size)} />
        {side.elements.map((element, index) => (
          <ElementBox
            key={index}
            controls={controls}
            index={index}
            place={placeOf(index) ?? element}
            isChosen={chosen.includes(index)}
            isAlone={chosen.length === 1}
            isMoving={placeOf(index) !== undefined}
            drag={drag}
          />
        ))}
        {drag.dragged && <Guides guides={drag.dragged.guides} size={size} />}
        {frame && <div className={classes.frame} style={percentOf(frame, size)} />}
      </fieldset>
    </div>
  )
}

/** Translates the elements in the picture to their present places until a new picture arrives. */
function movePicture(canvas: HTMLElement, drawn: CardSide | undefined, places: readonly CardPlace[]): void {
  const isSame = drawn?.elements.length === places.length
  for (const part of canvas.querySelectorAll<SVGElement>('[data-element]')) {
    const index = Number(part.dataset.element)
    const [was, is] = [drawn?.elements[index], places[index]]
    part.style.translate = isSame && was && is ? `${is.x - was.x}px ${is.y - was.y}px` : ''
  }
}

function safePlace({ width, height }: CardSize, safe: number): CardPlace {
  return { x: safe, y: safe, w: width - 2 * safe, h: height - 2 * safe }
}

function Guides({ guides, size }: { guides: SnapLines; size: CardSize }) {
  return (
    <>
      {guides.x.map((x) => (
        <div
          key={`x${x}`}
          className={classes.guide}
          style={percentOf({ x, y: 0, w: 0, h: size.height }, size)}
        />
      ))}
      {guides.y.map((y) => (
        <div
          key={`y${y}`}
          className={classes.guide}
          style={percentOf({ x: 0, y, w: size.width, h: 0 }, size)}
        />
      ))}
    </>
  )
}

interface ElementBoxProps {
  controls: DrawingControls
  index: number
  /** Its present place, also while it is being dragged. */
  place: CardPlace
  isChosen: boolean
  /** It is the only chosen element: it can be resized. */
  isAlone: boolean
  isMoving: boolean
  drag: DragControls
}

/** A button over an element's picture that selects and drags it, with handles while it is the only chosen one. */
function ElementBox({ controls, index, place, isChosen, isAlone, isMoving, drag }: ElementBoxProps) {
  const descriptionId = useId()
  const { side, size, area } = controls
  const element = side.elements[index]
  if (!element) return null
  const problem = findPrintProblem({ ...element, ...bare(place) }, area)
  return (
    <>
      <button
        type="button"
        id={boxId(index)}
        className={classes.element}
        style={percentOf(place, size)}
        aria-pressed={isChosen}
        aria-label={`${kindNames[element.kind]}: ${elementName(side, index)}`}
        aria-describedby={descriptionId}
        data-problem={problem !== undefined}
        data-moving={isMoving}
        {...handlersOf({ controls, index, isChosen, drag })}
      />
      <span id={descriptionId} hidden>
        {placeText({ ...element, ...bare(place) })}
        {problem === undefined ? '' : `. Não pode ser impresso assim: ${problem}`}
      </span>
      {isChosen && isAlone && <Handles index={index} place={place} controls={controls} drag={drag} />}
      {isMoving && isAlone && (
        <output className={classes.measure} style={belowOf(place, size)}>
          {[place.x, place.y, place.w, place.h].map((value) => formatNumber(value)).join(' · ')}
        </output>
      )}
    </>
  )
}

/** Event handlers that select an element, alone or in addition, and start dragging the selection. */
function handlersOf({
  controls,
  index,
  isChosen,
  drag,
}: Pick<ElementBoxProps, 'controls' | 'index' | 'isChosen' | 'drag'>) {
  const { chosen } = controls
  const others = chosen.filter((one) => one !== index)
  const toggled = isChosen ? others : [...chosen, index]
  return {
    onFocus: () => !isChosen && controls.choose([index]),
    onPointerDown: (event: PointerEvent) => {
      const isMore = addsToSelection(event)
      const next = isMore ? toggled : isChosen ? chosen : [index]
      const inOrder = next.toSorted((a, b) => a - b)
      controls.choose(inOrder)
      if (next.includes(index)) drag.begin(event, inOrder)
      // Otherwise focus would select this element alone.
      if (isMore) event.preventDefault()
    },
    onPointerMove: drag.follow,
    onPointerUp: (event: PointerEvent) => {
      const isPress = !drag.end() && !addsToSelection(event)
      if (isPress && chosen.length > 1) controls.choose([index])
    },
    onPointerCancel: drag.cancel,
    // `detail` 0: a click by keyboard. Those of a pointer are handled above.
    onClick: ({ detail }: MouseEvent) => detail === 0 && controls.choose(toggled),
  }
}

/** Whether the event adds to the selection. */
function addsToSelection(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey
}

export function boxId(index: number): string {
  return `card-element-${index}`
}

function bare({ x, y, w, h }: CardPlace): CardPlace {
  return { x, y, w, h }
}

function belowOf(place: CardPlace, size: CardSize) {
  const { left, top } = percentOf({ ...place, y: place.y + place.h }, size)
  return { left, top }
}

type HandlesProps = Pick<ElementBoxProps, 'index' | 'place' | 'controls' | 'drag'>

/** Handles that resize with the pointer. Hidden from screen readers: the keyboard resizes with Ctrl and the arrows. */
function Handles({ index, place, controls, drag }: HandlesProps) {
  return (
    <div className={classes.handles} style={percentOf(place, controls.size)} aria-hidden="true">
      {handles.map((handle) => (
        <span
          key={handle}
          className={classes.handle}
          data-handle={handle}
          onPointerDown={(event) => {
            // Keeps the focus on the element, whose keys resize it.
            event.preventDefault()
            drag.begin(event, [index], handle)
          }}
          onPointerMove={drag.follow}
          onPointerUp={drag.end}
          onPointerCancel={drag.cancel}
        />
      ))}
    </div>
  )
}
