package org.hloexplorer.pipeline.worker;

/**
 * Assembly for another processor than this machine's, to be read or assembled elsewhere.
 *
 * @param text empty where there is none
 * @param refusal what LLVM says against it; empty where there is none
 */
public record EmittedCode(String text, String refusal) {}
