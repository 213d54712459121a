import { useId } from 'react'
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
  const { side, size, area, chosen } = controls
  const element = side.elements[index]
  if (!element) return null
  const problem = findPrintProblem({ ...element, ...bare(place) }, area)
  const others = chosen.filter((one) => one !== index)
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
        onFocus={() => !isChosen && controls.choose([index])}
        onPointerDown={(event) => {
          const isMore = event.shiftKey || event.ctrlKey || event.metaKey
          const next = isMore ? (isChosen ? others : [...chosen, index]) : isChosen ? chosen : [index]
          controls.choose(next)
          if (next.includes(index))
            pull.begin(
              event,
              next.toSorted((a, b) => a - b),
            )
          // The focus would choose this one alone.
          if (isMore) event.preventDefault()
        }}
        onPointerMove={pull.follow}
        onPointerUp={pull.letGo}
        onPointerCancel={pull.giveUp}
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
