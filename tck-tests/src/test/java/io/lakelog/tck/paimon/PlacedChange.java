package io.lakelog.tck.paimon;

import io.lakelog.tck.text.Change;

/**
 * A change and where Paimon read it. Only within one place does Paimon promise an order.
 *
 * @param place partition and bucket, as a path
 */
public record PlacedChange(String place, Change change) {}
