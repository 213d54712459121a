import { formatDate, formatDateTime } from '@agremia/resources/rules/dates.ts'
import { readStoredCards, type StoredCard } from './api/stored-cards.ts'
import { clearLocalStorage, isSessionEnding, readSession } from './api/tokens.ts'

/** Offline page: shows the member's cards stored on the device. */
function draw(): void {
  // Same rule as in the application.
  if (isSessionEnding()) clearLocalStorage()
  const stored = readStoredCards(readSession()?.id)
  const today = new Date().toLocaleDateString('sv')
  const cards = stored?.cards.filter(({ validUntil }) => validUntil === null || validUntil >= today) ?? []
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (stored && cards.length > 0) {
    document.title = 'O meu cartão'
    setText('titulo', 'Sem ligação à internet')
    setText('nota', `Cartão guardado neste dispositivo em ${formatDateTime(stored.at, zone)}.`)
    document.getElementById('cartoes')?.replaceChildren(...cards.map(cardElement))
  }
  document.getElementById('tentar')?.addEventListener('click', () => location.reload())
  addEventListener('online', () => location.reload())
}

function cardElement(card: StoredCard): HTMLElement {
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

function setText(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

draw()
