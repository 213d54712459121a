import { useId, type MouseEvent, type PointerEvent } from 'react'
import { findPrintProblem, type CardPlace } from '@agremia/resources/card-template.ts'
import { formatNumber } from '@agremia/resources/rules/amount.ts'
import { elementName, kindNames, placeWords } from './element-words.ts'
import { percentOf, type CardSize } from './percent-of.ts'
import { handles } from './places.ts'
import type { DrawingControls } from './use-drawing.ts'
import type { PullControls } from './use-pull.ts'
import classes from './canvas.module.css'

interface ElementBoxProps {
  controls: DrawingControls
  index: number
  /** Where it is now, also while it is being pulled. */
  place: CardPlace
  isChosen: boolean
  /** It is the only one that is chosen: it can be resized. */
  isAlone: boolean
  isMoving: boolean
  pull: PullControls
}

/** What an element is taken hold of by: a frame over its picture, with handles while it is chosen. */
export function ElementBox({ controls, index, place, isChosen, isAlone, isMoving, pull }: ElementBoxProps) {
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
        {...pressesOf({ controls, index, isChosen, pull })}
      />
      <span id={descriptionId} hidden>
        {placeWords({ ...element, ...bare(place) })}
        {problem === undefined ? '' : `. Não pode ser impresso assim: ${problem}`}
      </span>
      {isChosen && isAlone && <Handles index={index} place={place} controls={controls} pull={pull} />}
      {isMoving && isAlone && (
        <output className={classes.measure} style={belowOf(place, size)}>
          {[place.x, place.y, place.w, place.h].map((value) => formatNumber(value)).join(' · ')}
        </output>
      )}
    </>
  )
}

/** What the focus and the presses of an element do: choose it, alone or with others, and take hold of what is chosen. */
function pressesOf({
  controls,
  index,
  isChosen,
  pull,
}: Pick<ElementBoxProps, 'controls' | 'index' | 'isChosen' | 'pull'>) {
  const { chosen } = controls
  const others = chosen.filter((one) => one !== index)
  const toggled = isChosen ? others : [...chosen, index]
  return {
    onFocus: () => !isChosen && controls.choose([index]),
    onPointerDown: (event: PointerEvent) => {
      const isMore = isMoreAsked(event)
      const next = isMore ? toggled : isChosen ? chosen : [index]
      const inOrder = next.toSorted((a, b) => a - b)
      controls.choose(inOrder)
      if (next.includes(index)) pull.begin(event, inOrder)
      // The focus would choose this one alone.
      if (isMore) event.preventDefault()
    },
    onPointerMove: pull.follow,
    onPointerUp: (event: PointerEvent) => {
      const isPress = !pull.letGo() && !isMoreAsked(event)
      if (isPress && chosen.length > 1) controls.choose([index])
    },
    onPointerCancel: pull.giveUp,
    // Of the keyboard: presses of the pointer are dealt with already.
    onClick: ({ detail }: MouseEvent) => detail === 0 && controls.choose(toggled),
  }
}

/** The others that are chosen stay so. */
function isMoreAsked(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean {
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

type HandlesProps = Pick<ElementBoxProps, 'index' | 'place' | 'controls' | 'pull'>

/** The keyboard resizes with Ctrl and the arrows. */
function Handles({ index, place, controls, pull }: HandlesProps) {
  return (
    <div className={classes.handles} style={percentOf(place, controls.size)} aria-hidden="true">
      {handles.map((handle) => (
        <span
          key={handle}
          className={classes.handle}
          data-handle={handle}
          onPointerDown={(event) => {
            // The focus stays where the keys are heard.
            event.preventDefault()
            pull.begin(event, [index], handle)
          }}
          onPointerMove={pull.follow}
          onPointerUp={pull.letGo}
          onPointerCancel={pull.giveUp}
        />
      ))}
    </div>
  )
}
