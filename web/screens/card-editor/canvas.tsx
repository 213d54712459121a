import { useLayoutEffect, type RefObject } from 'react'
import type { CardPlace, CardSide } from '@agremia/resources/card-template.ts'
import { SvgPicture } from '../../ui/svg-picture.tsx'
import { ElementBox } from './element-box.tsx'
import { percentOf, type CardSize } from './percent-of.ts'
import type { SnapLines } from './snapping.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import type { DrawingControls } from './use-drawing.ts'
import { useFrame } from './use-frame.ts'
import type { PullControls } from './use-pull.ts'
import classes from './canvas.module.css'

interface CanvasProps {
  controls: DrawingControls
  /** The side as it is printed; undefined until it was drawn once. */
  picture: string | undefined
  /** The side as it was when the picture was drawn. */
  drawn: CardSide | undefined
  canvas: RefObject<HTMLFieldSetElement | null>
  pull: PullControls
  /** 1 shows the whole card. */
  zoom: number
  hasGrid: boolean
}

const sideNames = { front: 'frente', back: 'verso' } as const

/** The card at a large scale: the picture that will be printed, and over it the elements to be taken hold of. */
export function Canvas({ controls, picture, drawn, canvas, pull, zoom, hasGrid }: CanvasProps) {
  const { side, size, area, chosen, drawing } = controls
  const frame = useFrame(controls, canvas)
  useCanvasKeys(controls, canvas)
  const placeOf = (index: number) => pull.pulled?.places[pull.pulled.chosen.indexOf(index)]
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
        {picture !== undefined && <SvgPicture svg={picture} className={classes.picture} />}
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
            pull={pull}
          />
        ))}
        {pull.pulled && <Guides guides={pull.pulled.guides} size={size} />}
        {frame && <div className={classes.frame} style={percentOf(frame, size)} />}
      </fieldset>
    </div>
  )
}

/** Until the picture is drawn anew, what has moved since stands in it where it is now. */
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
