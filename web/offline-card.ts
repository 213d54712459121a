import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { keptCards, type KeptCard } from './api/kept-cards.ts'
import { clearLocalStorage, isSessionEnding, readSession } from './api/tokens.ts'

/** The page that opens without network: the member's own card, as the device last had it. */
function draw(): void {
  // The application would end the session as well.
  if (isSessionEnding()) clearLocalStorage()
  const kept = keptCards(readSession()?.id)
  const today = new Date().toLocaleDateString('sv')
  const cards = kept?.cards.filter(({ validUntil }) => validUntil === null || validUntil >= today) ?? []
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (kept && cards.length > 0) {
    document.title = 'O meu cartão'
    place('titulo', 'Sem ligação à internet')
    place('nota', `Cartão guardado neste dispositivo em ${formatDateTime(kept.at, zone)}.`)
    document.getElementById('cartoes')?.replaceChildren(...cards.map(drawn))
  }
  document.getElementById('tentar')?.addEventListener('click', () => location.reload())
  addEventListener('online', () => location.reload())
}

function drawn(card: KeptCard): HTMLElement {
  const article = document.createElement('article')
  article.append(
    picture(card.qr, 'Código QR do cartão', 'qr'),
    line(card.code, 'codigo'),
    line(card.organisation),
    line(card.name, 'nome'),
    line(card.number),
    ...(card.validUntil === null ? [] : [line(`Válido até ${formatDate(card.validUntil)}`)]),
    picture(card.front, `Frente do cartão de ${card.name}`, 'frente'),
  )
  return article
}

function picture(svg: string, alt: string, name: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  image.alt = alt
  image.className = name
  return image
}

function line(text: string, name = ''): HTMLParagraphElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  paragraph.className = name
  return paragraph
}

function place(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

draw()
