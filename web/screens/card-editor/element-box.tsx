import { useId, type MouseEvent, type PointerEvent } from 'react'
import { findPrintProblem, type CardPlace } from '@agremia/resources/card-template.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { elementName, kindNames, placeText } from './element-words.ts'
import { percentOf, type CardSize } from './percent-of.ts'
import { handles } from './places.ts'
import type { DrawingControls } from './use-drawing.ts'
import type { DragControls } from './use-drag.ts'
import classes from './canvas.module.css'

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
export function ElementBox({ controls, index, place, isChosen, isAlone, isMoving, drag }: ElementBoxProps) {
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
